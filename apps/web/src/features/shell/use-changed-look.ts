import { useEffect, useRef } from 'react';
import { useSite } from '../../api/context.ts';

/** A saved page may have earlier colours. The page reads its texts again, and then uses their colours. */
export function useChangedLook(): void {
  const { colors, pattern } = useSite().institute;
  const chosen = JSON.stringify({ colors, pattern });
  const shown = useRef(chosen);
  useEffect(() => {
    if (shown.current === chosen) return;
    shown.current = chosen;
    // Loaded on demand, because few visits need it
    import('@institute/ui/apply-look.ts')
      .then(({ applyLook }) => applyLook(JSON.parse(chosen)))
      .catch(() => undefined);
  }, [chosen]);
}
