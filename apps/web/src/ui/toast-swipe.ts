import { type PointerEvent, useRef } from 'react';

/** The toaster's own library wants 45 px; the specification says 20. */
export const SWIPE_PX = 20;

const toastOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-sonner-toast]') : null;

/** Pulls a toast sideways with the pointer and closes it once it has come far enough. */
export function useToastSwipe() {
  const pull = useRef<{ toast: HTMLElement; pointer: number; from: number } | null>(null);

  const end = (event: PointerEvent, given: boolean) => {
    const { current } = pull;
    if (!current || current.pointer !== event.pointerId) return;
    pull.current = null;
    const { toast, from } = current;
    const moved = event.clientX - from;
    toast.style.transition = 'translate 200ms, transform 200ms, opacity 200ms';
    if (given && Math.abs(moved) >= SWIPE_PX) {
      toast.style.translate = `${Math.sign(moved) * 120}% 0`;
      toast.querySelector<HTMLElement>('[data-close-button]')?.click();
    } else {
      toast.style.translate = '';
    }
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      const toast = toastOf(event.target);
      const onButton = event.target instanceof Element && event.target.closest('button');
      if (!toast || onButton || event.button !== 0) return;
      pull.current = { toast, pointer: event.pointerId, from: event.clientX };
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = pull;
      if (current?.pointer !== event.pointerId) return;
      current.toast.style.transition = 'none';
      current.toast.style.translate = `${event.clientX - current.from}px 0`;
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
  };
}
