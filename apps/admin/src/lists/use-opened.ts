import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Opens the item that the address names by `open`, and removes `open` from the address. */
export function useOpened(open: number | undefined, show: (id: number) => void): void {
  const navigate = useNavigate();
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    if (!open) return;
    latest.current(open);
    void navigate({
      to: '.',
      search: ({ open: _, ...others }: { open?: number }) => others,
      replace: true,
      resetScroll: false,
    });
  }, [open, navigate]);
}
