import { useState } from 'react';

type State<T> = { isPending: boolean; error: Error | null; data?: T };

type Outcomes<Given, T> = { onSent?: (data: T, given: Given) => void; onFailed: (error: Error) => void };

/** How a form's sending went. The promise of `start` keeps in each case; the state and `outcomes` tell of a failure. */
export function useSending<Given, T>(
  send: (given: Given) => Promise<T>,
  { onSent, onFailed }: Outcomes<Given, T>,
) {
  const [state, setState] = useState<State<T>>({ isPending: false, error: null });
  const start = async (given: Given): Promise<void> => {
    setState({ isPending: true, error: null });
    try {
      const data = await send(given);
      onSent?.(data, given);
      setState({ isPending: false, error: null, data });
    } catch (thrown) {
      console.error(thrown);
      const error = thrown as Error;
      onFailed(error);
      setState({ isPending: false, error });
    }
  };
  return { ...state, start };
}
