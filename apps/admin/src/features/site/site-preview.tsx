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
  const shownSite = mergeSettings(site, useWatch({ control }));
  const shownSlides = [shownSite.slides[slide] ?? shownSite.slides[0]].filter(Boolean);
  const previewMessage = {
    site: { ...shownSite, slides: shownSlides },
    part: part?.replace('{name}', () => shownSite.institute.name),
  };
  const latestMessage = useRef(previewMessage);
  const frame = useRef<HTMLIFrameElement>(null);
  const sendTextsToPreview = () =>
    frame.current?.contentWindow?.postMessage(latestMessage.current, location.origin);

  useEffect(() => {
    latestMessage.current = previewMessage;
    sendTextsToPreview();
  });
  useEffect(() => {
    // The page sends a message when it is ready.
    const sendTextsWhenReady = ({ source }: MessageEvent) =>
      source === frame.current?.contentWindow && sendTextsToPreview();
    addEventListener('message', sendTextsWhenReady);
    return () => removeEventListener('message', sendTextsWhenReady);
  });

  const { box, zoom } = usePreviewZoom();
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

function usePreviewZoom() {
  const previewBox = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(0.3);
  useEffect(() => {
    const outerBox = previewBox.current;
    if (!outerBox) return;
    const observer = new ResizeObserver(() =>
      setZoom(outerBox.clientWidth / document.documentElement.clientWidth),
    );
    observer.observe(outerBox);
    return () => observer.disconnect();
  }, []);
  return { box: previewBox, zoom };
}
