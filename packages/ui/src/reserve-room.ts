/** Room between a field and the part that stays in view. */
const GAP_PX = 8;

type Edge = 'Top' | 'Bottom';

const findScroller = (part: Element) =>
  part.closest<HTMLElement>('[data-scrolls]') ?? document.documentElement;

/** The height of the parts that stay at this edge. Parts may be nested. */
function measureEdge(scroller: HTMLElement, edge: Edge): number {
  const heights = [...scroller.querySelectorAll<HTMLElement>(`[data-stays=${edge}]`)]
    .filter((part) => findScroller(part) === scroller && getComputedStyle(part).position === 'sticky')
    .map((part) => part.offsetHeight);
  return Math.max(0, ...heights);
}

const reserveRoom = (edge: Edge) => (part: HTMLElement | null) => {
  if (!part) return undefined;
  const scroller = findScroller(part);
  const setPadding = () => {
    const height = measureEdge(scroller, edge);
    scroller.style[`scrollPadding${edge}`] = height > 0 ? `${height + GAP_PX}px` : '';
  };
  part.dataset.stays = edge;
  const observer = new ResizeObserver(setPadding);
  observer.observe(part);
  return () => {
    observer.disconnect();
    delete part.dataset.stays;
    setPadding();
  };
};

/** Refs of a part that stays in view while the rest scrolls: a focused field scrolls clear of it. */
export const reserveTop = reserveRoom('Top');
export const reserveBottom = reserveRoom('Bottom');
