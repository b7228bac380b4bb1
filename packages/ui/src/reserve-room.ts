/** Space in pixels between a focused field and the part that stays in view. */
const FOCUSED_FIELD_GAP_PX = 8;

type ScrollEdge = 'Top' | 'Bottom';

const findScroller = (part: Element) =>
  part.closest<HTMLElement>('[data-scrolls]') ?? document.documentElement;

/** The height of the parts that stay at this edge. Parts may be nested. */
function measureEdge(scroller: HTMLElement, edge: ScrollEdge): number {
  const stickyHeights = [...scroller.querySelectorAll<HTMLElement>(`[data-stays=${edge}]`)]
    .filter((part) => findScroller(part) === scroller && getComputedStyle(part).position === 'sticky')
    .map((part) => part.offsetHeight);
  return Math.max(0, ...stickyHeights);
}

const reserveScrollRoom = (edge: ScrollEdge) => (part: HTMLElement | null) => {
  if (!part) return undefined;
  const scroller = findScroller(part);
  const setScrollPadding = () => {
    const height = measureEdge(scroller, edge);
    scroller.style[`scrollPadding${edge}`] = height > 0 ? `${height + FOCUSED_FIELD_GAP_PX}px` : '';
  };
  part.dataset.stays = edge;
  const observer = new ResizeObserver(setScrollPadding);
  observer.observe(part);
  return () => {
    observer.disconnect();
    delete part.dataset.stays;
    setScrollPadding();
  };
};

/** Refs for a part that stays in view while the rest scrolls, so that it does not cover a focused field. */
export const reserveScrollRoomAtTop = reserveScrollRoom('Top');
export const reserveScrollRoomAtBottom = reserveScrollRoom('Bottom');
