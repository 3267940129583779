"""Go tournaments as tables of text: h9 and TOU."""

ROWS = (
    " 1 Nagy Anna        2d HU Buda  2 5  2+/w0  3+/w2  |10000001",
    " 2 Kis Bela         1d HU Buda  1 4  1-/b0  0+     |10000002",
    " 3 Kovacs Eva       3k HU xxxx  0 3  0-     1-/b2  |",
)
TOU = """;name=Tournoi de printemps
;date=01/03/2024
;vill=Neuville
;size=13
;ta=45
;Num Nom Prenom               Niv Licence Club
   1 Arbre Anne                2D 1800001 75Ju    2+w2
   2 Bois Bernard              1K         75Ju    1-b2
"""
