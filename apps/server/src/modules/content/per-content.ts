import type { ContentInfo } from '../../content-info.ts';

type Content = readonly ContentInfo[];

/** Derives something from the list of resources once, since the list of a process never changes. */
export function perContent<T>(derive: (content: Content) => T): (content: Content) => T {
  const derived = new WeakMap<Content, T>();
  return (content) => {
    const known = derived.get(content) ?? derive(content);
    derived.set(content, known);
    return known;
  };
}
