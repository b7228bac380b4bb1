import { capitalise } from '@institute/contract/text';
import { Link } from '@tanstack/react-router';
import { contentKeyOf } from '../../content/content-resources.ts';
import type { LibraryImage } from '../../images/image-library.tsx';

type Use = LibraryImage['uses'][number];

const linkClass = 'inline-flex min-h-11 items-center underline underline-offset-2 hover:text-green';

export function ImageUseLink({ use: { type, title, state } }: { use: Use }) {
  if (type === 'site') {
    return (
      <Link to="/admin/site" search={{ section: title }} className={linkClass}>
        Site: {title}
      </Link>
    );
  }
  const words = `${capitalise(type)}: ${title}`;
  if (state === 'deleted') {
    return (
      <Link to="/admin/trash" search={{ q: title }} className={linkClass}>
        {words} (in the trash)
      </Link>
    );
  }
  const resource = contentKeyOf(type);
  if (!resource) return words;
  return (
    <Link to={`/admin/${resource}`} search={{ q: title }} className={linkClass}>
      {words}
      {state === 'earlier' && ' (an earlier version)'}
    </Link>
  );
}
