import { ExternalLink, FileText } from 'lucide-react';

export function AboutDocument({ url }: { url: string }) {
  if (!url) {
    return (
      <div className="flex h-[600px] flex-col items-center justify-center gap-3 rounded-card border border-edge border-dashed bg-paper px-6 text-center">
        <FileText className="size-10 text-muted" strokeWidth={1.75} aria-hidden />
        <p className="text-lg font-semibold text-balance">The document is not available yet.</p>
        <p className="max-w-[36ch] text-muted">Once it is published, you can read it here.</p>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <iframe
        src={url}
        title="About us, the document"
        loading="lazy"
        className="h-[600px] w-full rounded-card border border-line bg-card"
      />
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center gap-2 self-start font-semibold text-green underline-offset-4 hover:underline"
      >
        Open the document
        <ExternalLink className="size-5" strokeWidth={1.75} aria-hidden />
      </a>
    </div>
  );
}
