"""Faults of a page's layout, which a browser finds."""

import shutil

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FAULTS_OF_LAYOUT = """() => {
  const faults = new Set();
  if (document.documentElement.scrollWidth > innerWidth) faults.add("the body scrolls sideways");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const of = node.parentElement;
    if (!of.checkVisibility() || of.closest(".hash, code") || of.offsetWidth === 1) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\d]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const boxes = [...range.getClientRects()].filter((it) => it.width > 0);
      const tops = boxes.map((it) => Math.round(it.top));
      const isBroken = Math.max(...tops) - Math.min(...tops) > 3;
      if (isBroken && word.length <= 18) faults.add(`broken: ${word}`);
    }
  }
  for (const it of document.querySelectorAll("main section > *, main > *")) {
    if (it.closest(".wide") || !it.checkVisibility()) continue;
    const [own, around] = [it, it.parentElement].map((each) => each.getBoundingClientRect().right);
    if (own > around + 1) faults.add(`over its edge: ${it.outerHTML.slice(0, 60)}`);
  }
  return [...faults].slice(0, 5);
}"""
"""Faults: a page wider than the screen, a broken word, a block over another."""
