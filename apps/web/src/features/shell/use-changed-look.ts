import { useEffect, useRef } from 'react';
import { useSite } from '../../api/context.ts';

/** Applies colours that have changed. A saved page may have earlier colours than the texts that it loads. */
export function useChangedLook(): void {
  const { colors, pattern } = useSite().institute;
  const chosenLookJson = JSON.stringify({ colors, pattern });
  const shownLookJson = useRef(chosenLookJson);
  useEffect(() => {
    if (shownLookJson.current === chosenLookJson) return;
    shownLookJson.current = chosenLookJson;
    // Loaded on demand, because few visits need this code
    import('@institute/ui/apply-look.ts')
      .then(({ applyLook }) => applyLook(JSON.parse(chosenLookJson)))
      .catch(() => undefined);
  }, [chosenLookJson]);
}
