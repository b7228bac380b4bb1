import { useState } from 'react';

type SendingState<T> = { isPending: boolean; error: Error | null; data?: T };

type SendingHandlers<Given, T> = {
  onSent?: (data: T, given: Given) => void;
  onFailed: (error: Error) => void;
};

/**
 * The state of a form's sending. The promise of `start` never rejects: the state and `outcomes` tell about a
 * failure.
 */
export function useSending<Given, T>(
  send: (given: Given) => Promise<T>,
  { onSent, onFailed }: SendingHandlers<Given, T>,
) {
  const [state, setState] = useState<SendingState<T>>({ isPending: false, error: null });
  const startSending = async (given: Given): Promise<void> => {
    setState({ isPending: true, error: null });
    try {
      const answeredData = await send(given);
      onSent?.(answeredData, given);
      setState({ isPending: false, error: null, data: answeredData });
    } catch (thrown) {
      console.error(thrown);
      const error = thrown as Error;
      onFailed(error);
      setState({ isPending: false, error });
    }
  };
  return { ...state, start: startSending };
}
