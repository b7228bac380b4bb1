import { capitalise, formatBytes } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Card } from '@institute/ui/card.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { contentKeyOf } from '../../api/content-resources.ts';
import { imageName, type LibraryImage } from '../../images/image-library.tsx';
import type { ShownRows } from '../../lists/list-screen.tsx';
import { RowButton } from '../../lists/row-button.tsx';

const gridClass = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

type MediaGridProps = ShownRows<LibraryImage> & {
  chosen: number[];
  onChoose: (chosen: number[]) => void;
  onDelete: (id: number) => void;
};

export function MediaGrid({ rows, isOutdated, chosen, onChoose, onDelete }: MediaGridProps) {
  if (!rows) {
    return <Skeletons heights={Array(8).fill('h-80')} className={gridClass} />;
  }
  return (
    <ul aria-label="Pictures" aria-busy={isOutdated} className={gridClass}>
      {rows.map((image) => (
        <MediaCard
          key={image.id}
          image={image}
          isChosen={chosen.includes(image.id)}
          onChoose={(isChosen) =>
            onChoose(isChosen ? [...chosen, image.id] : chosen.filter((id) => id !== image.id))
          }
          onDelete={() => onDelete(image.id)}
        />
      ))}
    </ul>
  );
}

type MediaCardProps = {
  image: LibraryImage;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onDelete: () => void;
};

function MediaCard({ image, isChosen, onChoose, onDelete }: MediaCardProps) {
  const { url, width, height, bytes, createdAt, sentBy, uses } = image;
  const name = imageName(image);
  return (
    <Card as="li">
      {width === null ? (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Open ${name}`}
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
        <h2 className="line-clamp-2 text-md leading-snug">{name}</h2>
        <p className="text-sm text-muted">
          {[width !== null && `${width} × ${height} px`, bytes !== null && formatBytes(bytes)]
            .filter(Boolean)
            .join(', ')}
        </p>
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
          <ul aria-label={`Where ${name} is used`} className="mt-1 flex flex-col text-sm">
            {uses.map((use) => (
              <li key={`${use.type}-${use.id ?? use.title}`}>
                <ImageUseLink use={use} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex min-h-13 items-center justify-between gap-2 border-t border-line px-4 py-1">
        {uses.length > 0 ? (
          <Badge tone="green">Used</Badge>
        ) : (
          <>
            <Checkbox
              label={
                <>
                  Select<span className="sr-only"> {name}</span>
                </>
              }
              checked={isChosen}
              onChange={({ target }) => onChoose(target.checked)}
            />
            <RowButton does="Delete" name={name} onClick={onDelete} />
          </>
        )}
      </div>
    </Card>
  );
}

type Use = LibraryImage['uses'][number];

const linkClass = 'inline-flex min-h-11 items-center underline underline-offset-2 hover:text-green';

function ImageUseLink({ use: { type, title, state } }: { use: Use }) {
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
