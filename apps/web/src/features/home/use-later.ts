import { useEffect, useState } from 'react';

/** False at first and while the page arrives, true some time after: for what is not needed yet. */
export function useLater(ms: number): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return later;
}
