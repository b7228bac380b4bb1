import { useRef } from 'react';
import { useApi } from '../../api/context.ts';

/** After this time the message is sent without a token, so that a slow connection does not delay it further. */
const MAY_TAKE_MS = 5000;

/** A token that keeps one message out of the spam. The server accepts it only some seconds after it was issued. */
export function useFormToken() {
  const { send } = useApi();
  const coming = useRef<Promise<string | undefined>>(null);

  /** Call it when the visitor begins to write. */
  const prepare = () => {
    coming.current ??= send.formToken().then(
      ({ token, usableAfter }) => later(usableAfter * 1000, token),
      () => undefined,
    );
    return coming.current;
  };
  const take = async () => {
    const token = await Promise.race([prepare(), later(MAY_TAKE_MS, undefined)]);
    coming.current = null;
    return token;
  };
  return { prepare, take };
}

const later = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => {
    setTimeout(resolve, ms, value);
  });
