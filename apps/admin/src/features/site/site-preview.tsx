import type { SiteSettings } from '@institute/contract';
import { cx } from '@institute/ui/cx.ts';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { PreviewedPage } from './sections.ts';
import { mergeSettings } from './site-values.ts';

type SitePreviewProps = PreviewedPage & {
  site: SiteSettings;
  slide: number;
  /** Wide screens always show it. */
  isOpen: boolean;
};

/** The frame receives the unsaved values by message. It has the width of the window and is scaled down. */
export function SitePreview({ page, part, site, slide, isOpen }: SitePreviewProps) {
  const { control } = useFormContext();
  const shown = mergeSettings(site, useWatch({ control }));
  const slides = [shown.slides[slide] ?? shown.slides[0]].filter(Boolean);
  const message = {
    site: { ...shown, slides },
    part: part?.replace('{name}', () => shown.institute.name),
  };
  const latest = useRef(message);
  const frame = useRef<HTMLIFrameElement>(null);
  const sendTexts = () => frame.current?.contentWindow?.postMessage(latest.current, location.origin);

  useEffect(() => {
    latest.current = message;
    sendTexts();
  });
  useEffect(() => {
    // The page sends a message when it is ready.
    const onReady = ({ source }: MessageEvent) => source === frame.current?.contentWindow && sendTexts();
    addEventListener('message', onReady);
    return () => removeEventListener('message', onReady);
  });

  const { box, zoom } = useZoom();
  return (
    <figure
      aria-label="Preview"
      className={cx(
        'min-w-0 max-xl:pt-3 xl:sticky xl:top-4 xl:col-start-2 xl:row-start-1',
        !isOpen && 'max-xl:hidden',
      )}
    >
      <figcaption className="mb-2 text-sm font-semibold text-muted max-xl:sr-only">Preview</figcaption>
      <div
        ref={box}
        className="h-[min(24rem,55vh)] max-xl:h-[35dvh] overflow-hidden rounded-card border border-line bg-paper"
      >
        <iframe
          ref={frame}
          title="Preview"
          src={page}
          loading="lazy"
          inert
          style={{ scale: zoom, width: `${100 / zoom}%`, height: `${100 / zoom}%` }}
          className="origin-top-left"
        />
      </div>
    </figure>
  );
}

function useZoom() {
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(0.3);
  useEffect(() => {
    const outer = box.current;
    if (!outer) return;
    const observer = new ResizeObserver(() =>
      setZoom(outer.clientWidth / document.documentElement.clientWidth),
    );
    observer.observe(outer);
    return () => observer.disconnect();
  }, []);
  return { box, zoom };
}
