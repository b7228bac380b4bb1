import { formatDate, formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import type { ReactNode } from 'react';
import type { Column } from './column.ts';

export function NameCell({ children }: { children: string }) {
  return (
    <span className="block font-semibold wrap-anywhere md:min-w-24 text-pretty max-md:text-lg md:max-w-64">
      {children}
    </span>
  );
}

export function ImageCell({ src, alt }: { src: string | null; alt: string | null }) {
  return (
    <ResponsiveImage
      src={src}
      alt={alt ?? ''}
      sizes="(min-width: 768px) 48px, 350px"
      ratio={4 / 3}
      className="rounded-small max-md:h-28 max-md:w-full md:w-12 md:max-w-none"
    />
  );
}

export function ChipsCell({ chips }: { chips: string[] }) {
  return (
    <span className="flex flex-wrap gap-1 max-md:justify-end md:w-28 2xl:w-40">
      {chips.map((chip) => (
        <Badge key={chip} className="rounded-control! wrap-anywhere whitespace-normal!">
          {chip}
        </Badge>
      ))}
    </span>
  );
}

/** "Ovens, mixers +3 more". */
export function ListCell({ items, shown }: { items: string[]; shown: number }) {
  const more = items.length - shown;
  return `${items.slice(0, shown).join(', ')}${more > 0 ? ` +${more} more` : ''}`;
}

export function DateCell({ value }: { value: string }) {
  return (
    <time dateTime={value} title={formatDateTime(value)} className="text-muted max-md:whitespace-nowrap">
      {formatDate(value)}
    </time>
  );
}

type Texts<Key extends string> = Record<Key, string | null>;

/** A name or title, which the phone shows without its heading. */
export const nameColumn = <Key extends string, Row = unknown>(
  key: Key,
  heading: string,
  below?: (row: Row) => ReactNode,
): Column<Record<Key, string> & Row> => ({
  heading,
  sort: key,
  plain: true,
  cell: (row) => {
    const name = <NameCell>{row[key]}</NameCell>;
    return below ? (
      <div>
        {name}
        {below(row)}
      </div>
    ) : (
      name
    );
  },
});

export const imageColumn: Column<{ imageUrl: string | null; imageAlt: string | null }> = {
  heading: 'Image',
  plain: true,
  cell: ({ imageUrl, imageAlt }) => <ImageCell src={imageUrl} alt={imageAlt} />,
};

/** `className` sets a minimum width. */
export const textColumn = <Key extends string>(
  key: Key,
  heading: string,
  className = 'md:min-w-28',
): Column<Texts<Key>> => ({
  heading,
  sort: key,
  cell: (row) => row[key] ?? '–',
  className: `wrap-anywhere ${className}`,
});

export const dateColumn = <Key extends string>(key: Key, heading: string): Column<Texts<Key>> => ({
  heading,
  sort: key,
  sortedBy: 'day',
  cell: (row) => {
    const value = row[key];
    return value ? <DateCell value={value} /> : '–';
  },
});

export const yesColumn = <Key extends string>(key: Key, heading: string): Column<Record<Key, boolean>> => ({
  heading,
  sort: key,
  sortedBy: 'yes',
  cell: (row) => <Badge tone={row[key] ? 'green' : 'neutral'}>{row[key] ? 'Yes' : 'No'}</Badge>,
});

export function TermsCell({ terms }: { terms: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1 md:min-w-44">
      {terms.map((term) => (
        <Badge key={term} translate="no">
          {term}
        </Badge>
      ))}
    </span>
  );
}

export const madeColumn: Column<{ createdAt: string; createdBy: string | null }> = {
  heading: 'Made',
  sort: ({ createdAt }) => createdAt,
  sortedBy: 'day',
  cell: ({ createdAt, createdBy }) => (
    <span className="block">
      {formatDate(createdAt)}
      {createdBy && (
        <span className="block text-muted">
          <EmailAddress>{createdBy}</EmailAddress>
        </span>
      )}
    </span>
  ),
  className: 'md:max-w-48',
};
