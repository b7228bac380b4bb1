import { Button } from '@institute/ui/button.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { toast } from '@institute/ui/toast.ts';
import { Download } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { admin, toApiFailure } from '../../api/admin.ts';
import { downloadFile } from '../../ui/download-file.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { decodeBase64 } from './base64.ts';
import type { DocumentItem } from './document-words.ts';

type Page = DocumentItem['pages'][number];

/** A page never changes. Its bytes are forgotten soon, because they show a person's papers. */
const pageQueryOptions = { staleTime: 'static', gcTime: 60_000 } as const;

type PagePreviewProps = { page: Page; label: string; look: PageTurnsAndZoom };

/** A quarter turn counts one. */
export type PageTurnsAndZoom = { turns: number; zoom: number };

export function PagePreview({ page, label, look }: PagePreviewProps) {
  return (
    <section
      aria-label={`Page ${page.position}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: A zoomed page is scrolled with the keyboard.
      tabIndex={0}
      className="h-[55dvh] overflow-auto rounded-control border border-line bg-sand [container-type:size] md:h-[calc(100dvh-16.5rem)] md:min-h-64"
    >
      {page.format === 'pdf' ? (
        <PdfDownload page={page} label={label} />
      ) : (
        <PagePicture key={page.id} page={page} label={label} look={look} />
      )}
    </section>
  );
}

function PagePicture({ page, label, look: { turns, zoom } }: PagePreviewProps) {
  const pageQuery = admin.documents.page.useQuery({ id: page.id }, pageQueryOptions);
  const [ratio, setRatio] = useState<number | null>(null);
  if (pageQuery.error) return <LoadError title="The page could not be loaded" query={pageQuery} />;
  if (!pageQuery.data) return <Skeletons heights={['h-[45dvh]']} />;
  const shownRatio = ratio === null ? 1 : turns % 2 === 0 ? ratio : 1 / ratio;
  // The whole page fits at a zoom of 1. A turned picture takes the height of its frame as its width.
  const frameStyle = {
    width: `calc(min(100cqw, 100cqh * ${shownRatio}) * ${zoom})`,
    aspectRatio: shownRatio,
  } satisfies CSSProperties;
  const pictureStyle = {
    width: turns % 2 === 0 ? '100%' : `${100 / shownRatio}%`,
    transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
  } satisfies CSSProperties;
  return (
    <div className="relative mx-auto overflow-hidden" style={frameStyle}>
      <img
        src={`data:image/jpeg;base64,${pageQuery.data.base64}`}
        alt={`${label}, page ${page.position}`}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setRatio(naturalWidth / naturalHeight || 1)
        }
        className="absolute top-1/2 left-1/2 max-w-none"
        style={pictureStyle}
      />
    </div>
  );
}

/** A PDF of a stranger is never opened here. */
function PdfDownload({ page, label }: Pick<PagePreviewProps, 'page' | 'label'>) {
  const { documents } = admin.useUtils();
  const [isPending, setPending] = useState(false);
  const downloadPdf = async () => {
    setPending(true);
    try {
      const { base64 } = await documents.page.fetch({ id: page.id });
      downloadFile(`${label.replace(/[^\p{L}\p{N} ]/gu, '')}.pdf`, decodeBase64(base64), 'application/pdf');
    } catch (error) {
      toast.error('The PDF could not be downloaded', { description: toApiFailure(error).message });
    }
    setPending(false);
  };
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 p-4 text-center">
      <p className="max-w-prose">
        This page is a PDF. Download it, and open it with a program that you trust.
      </p>
      <Button variant="outline" pending={isPending} onClick={() => void downloadPdf()}>
        <Download aria-hidden />
        Download PDF
      </Button>
    </div>
  );
}
