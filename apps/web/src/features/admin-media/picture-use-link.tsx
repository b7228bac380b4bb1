import { capitalise } from '@institute/contract/rules';
import { Link } from '@tanstack/react-router';
import type { LibraryPicture } from '../../admin-ui/images/picture-library.tsx';
import { contentScreens, hasScreen } from '../../admin-ui/resource/content-screens.ts';

type Use = LibraryPicture['uses'][number];

const linkClass = 'underline underline-offset-2 hover:text-green';

/** What shows a picture, and the way there. */
export function PictureUseLink({ use: { type, title, state } }: { use: Use }) {
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
  if (!hasScreen(type)) return words;
  return (
    <Link to={contentScreens[type]} search={{ q: title }} className={linkClass}>
      {words}
      {state === 'earlier' && ' (an earlier version)'}
    </Link>
  );
}
