"""A crosstable with DWZ: one with its index, one without, one that cannot be, and none."""

HEADINGS = "Rk.;;Name;DWZ - Index;FED;1.Rd;2.Rd;3.Rd;Pts. ;TB1"
ROWS = (
    "1;FM;Ahorn Anna ;2100-12;GER;  3w1;  2b½;  4w1;2,5;5",
    "2;;Buche Bert ;1850;GER;  4b1;  1w½;  3b0;1,5;4",
    "3;;Esche Eva ;3999-5;GER;  1b0;  4w½;  2w1;1,5;4",
    "4;;Fichte Fritz ;;GER;  2w0;  3b½;  1b0;0,5;4",
)
