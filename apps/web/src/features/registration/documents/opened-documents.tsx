import type { AskedDocuments } from '@institute/contract';
import type { PostedValues } from '@institute/contract/page-bundle';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadWholePages } from '../../../navigation/whole-pages.ts';
import { AskedList } from './asked-list.tsx';

/**
 * `view` is JSON of the server, read once. Back must ask the server again, whose ticket may have ended: the browser
 * keeps neither this page nor what the router has of it.
 */
export function OpenedDocuments({ view, posted }: { view: string; posted: PostedValues }) {
  const [first] = useState<AskedDocuments>(() => JSON.parse(view));
  const router = useRouter();
  useEffect(() => {
    const reloadRestoredPage = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload();
    };
    addEventListener('pageshow', reloadRestoredPage);
    const stopLoadingWholePages = loadWholePages(router, (from, to) => from !== to);
    return () => {
      removeEventListener('pageshow', reloadRestoredPage);
      stopLoadingWholePages();
    };
  }, [router]);
  return (
    <div className="mx-auto max-w-3xl">
      <AskedList first={first} posted={posted} />
    </div>
  );
}
