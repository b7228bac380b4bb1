import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { findContentResourceKey } from '../../api/content-resources.ts';
import { describeFile, type LibraryImage, nameImage } from '../../images/image-library.tsx';

/** Contents of a card, above its buttons. */
export function MediaCard({ image }: { image: LibraryImage }) {
  const { url, width, bytes, createdAt, sentBy, uses } = image;
  const imageName = nameImage(image);
  return (
    <>
      {width === null ? (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Open ${imageName}`}
          className="flex aspect-4/3 w-full items-center justify-center bg-paper text-green"
        >
          <FileText aria-hidden className="size-12" />
        </a>
      ) : (
        <ResponsiveImage
          src={url}
          alt=""
          sizes="(min-width: 1280px) 280px, (min-width: 640px) 45vw, 350px"
          ratio={4 / 3}
          className="w-full bg-paper"
        />
      )}
      <div className="flex grow flex-col gap-1 p-4 pb-2">
        <h2 className="line-clamp-2 text-md leading-snug">{imageName}</h2>
        <p className="text-sm text-muted">{describeFile(image)}</p>
        <p className="text-sm text-muted">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          {bytes === null && <span className="block">Demo picture</span>}
          {sentBy && (
            <span className="block">
              by <EmailAddress>{sentBy}</EmailAddress>
            </span>
          )}
        </p>
        {uses.length > 0 && (
          <ul aria-label={`Where ${imageName} is used`} className="mt-1 flex flex-col text-sm">
            {uses.map((use) => (
              <li key={`${use.type}-${use.id ?? use.title}`}>
                <ImageUseLink use={use} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

type ImageUse = LibraryImage['uses'][number];

const linkClass = 'inline-flex min-h-11 items-center underline underline-offset-2 hover:text-green';

function ImageUseLink({ use: { type, title, state } }: { use: ImageUse }) {
  if (type === 'site') {
    return (
      <Link to="/admin/site" search={{ section: title }} className={linkClass}>
        Site: {title}
      </Link>
    );
  }
  const imageUseText = `${capitalise(type)}: ${title}`;
  if (state === 'deleted') {
    return (
      <Link to="/admin/trash" search={{ q: title }} className={linkClass}>
        {imageUseText} (in the trash)
      </Link>
    );
  }
  const contentResourceKey = findContentResourceKey(type);
  if (!contentResourceKey) return imageUseText;
  return (
    <Link to={`/admin/${contentResourceKey}`} search={{ q: title }} className={linkClass}>
      {imageUseText}
      {state === 'earlier' && ' (an earlier version)'}
    </Link>
  );
}
