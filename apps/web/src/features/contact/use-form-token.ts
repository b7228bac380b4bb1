import { useRef } from 'react';
import { useApi } from '../../api/context.ts';

/** After this time the message goes without a token. It may be filed as spam, but is not lost. */
const TIMEOUT_MS = 15_000;

/** A token keeps one message out of the spam. The server accepts it only some seconds after it was issued. */
export function useFormToken() {
  const { send } = useApi();
  const coming = useRef<Promise<string | undefined>>(null);

  /** Call it at the first input in each field, because an earlier call may have failed. */
  const prepare = () => {
    coming.current ??= send.formToken().then(
      ({ token, usableAfter }) => later(usableAfter * 1000, token),
      () => {
        coming.current = null;
        return undefined;
      },
    );
    return coming.current;
  };
  const take = async () => {
    const token = await Promise.race([prepare(), later(TIMEOUT_MS, undefined)]);
    coming.current = null;
    return token;
  };
  return { prepare, take };
}

const later = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => {
    setTimeout(resolve, ms, value);
  });
