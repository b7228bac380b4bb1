import { formatBytes } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Card } from '@institute/ui/card.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { imageName, type LibraryImage } from '../../images/image-library.tsx';
import { RowButton } from '../../lists/row-button.tsx';
import { ImageUseLink } from './image-use-link.tsx';

type MediaCardProps = {
  image: LibraryImage;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onDelete: () => void;
};

export function MediaCard({ image, isChosen, onChoose, onDelete }: MediaCardProps) {
  const { url, width, height, bytes, createdAt, sentBy, uses } = image;
  const name = imageName(image);
  return (
    <Card as="li">
      <ResponsiveImage
        src={url}
        alt=""
        sizes="(min-width: 1280px) 280px, (min-width: 640px) 45vw, 350px"
        ratio={4 / 3}
        className="w-full bg-paper"
      />
      <div className="flex grow flex-col gap-1 p-4 pb-2">
        <h2 className="line-clamp-2 text-md leading-snug">{name}</h2>
        <p className="text-sm text-muted">
          {width} × {height} px{bytes !== null && `, ${formatBytes(bytes)}`}
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
