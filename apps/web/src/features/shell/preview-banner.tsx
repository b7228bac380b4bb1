import type { PublishStatus } from '@institute/contract/content.constants';
import { useLocation } from '@tanstack/react-router';

type PreviewedItem = { status: PublishStatus; publishAt: string | null; isActive?: boolean };

const isItemPublic = ({ status, publishAt, isActive = true }: PreviewedItem) =>
  isActive &&
  (status === 'published' || (status === 'scheduled' && Date.parse(publishAt ?? '') <= Date.now()));

export function PreviewBanner({ item }: { item: PreviewedItem }) {
  const isItemPreview = useLocation({ select: ({ searchStr }) => /[?&]preview=/.test(searchStr) });
  if (!isItemPreview || isItemPublic(item)) return null;
  return (
    <p role="status" className="bg-sun px-4 py-2 text-center font-semibold text-on-sun">
      Preview – not published
    </p>
  );
}
