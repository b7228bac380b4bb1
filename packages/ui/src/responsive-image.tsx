import { type SyntheticEvent, use, useEffect, useRef, useState } from 'react';
import { readImageSource } from './image-source.ts';
import { LightImage, LightMode } from './light-mode.tsx';
import { Pattern } from './pattern/pattern.tsx';

interface ResponsiveImageProps {
  src: string | null | undefined;
  alt: string;
  sizes: string;
  className?: string;
  priority?: boolean;
  /** Seed of a pattern in the institute's colours, in place of the plain one, where the image is missing. */
  seed?: string;
  /** Width divided by height. Default: that of the image if known, else 4 by 3. */
  ratio?: number;
  fit?: 'cover' | 'contain';
  /** A narrower image counts as failed: some hosts answer with a tiny one instead of an error. */
  minWidth?: number;
  /** The address of the link that contains the image. */
  linkedTo?: string | undefined;
}

/**
 * On dense phone screens a browser would choose the 1280 px image, with no visible gain. At 82 % of the width
 * it chooses the 640 px image.
 */
const narrowOnPhones = (sizes: string) => sizes.replace(/\b100vw$/, '82vw');

const PHONE_QUERY = '(max-width: 640px)';
const USUAL_RATIO = 4 / 3;
const USUAL_WIDTH = 1280;

/** Keeps its box while it loads, and shows a pattern when it fails. */
export function ResponsiveImage({
  src,
  alt,
  sizes,
  className,
  priority,
  seed,
  ratio,
  fit = 'cover',
  minWidth = 1,
  linkedTo,
}: ResponsiveImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string>();
  const shown = src && src !== failed ? src : undefined;

  // The image may have loaded or failed before hydration
  useEffect(() => {
    const { complete, naturalWidth } = image.current ?? {};
    if (shown && complete && Number(naturalWidth) < minWidth) setFailed(shown);
  }, [shown, minWidth]);

  const source = readImageSource(shown ?? '');
  const box = ratio ?? (source.width && source.height ? source.width / source.height : USUAL_RATIO);
  const style = {
    aspectRatio: String(Number(box.toFixed(4))),
    objectFit: fit,
    // The colour shows only behind an image that fills the box
    backgroundColor: fit === 'cover' ? source.colour : undefined,
  };
  if (!shown) {
    return (
      <Pattern
        seed={seed ?? alt}
        palette={seed ? 'institute' : 'sand'}
        cols={8}
        rows={6}
        label={alt}
        className={className}
        style={style}
      />
    );
  }

  const bytesOf = import.meta.env.SSR ? use(LightMode) : null;
  if (bytesOf) {
    return (
      <LightImage
        bytesOf={bytesOf}
        src={shown}
        alt={alt}
        linkedTo={linkedTo}
        className={className}
        style={style}
      />
    );
  }

  const markFailed = () => setFailed(shown);
  const checkWidth = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    if (currentTarget.naturalWidth < minWidth) markFailed();
  };
  const fitting = source.srcSet && narrowOnPhones(sizes);
  const img = (
    <img
      key={shown}
      ref={image}
      src={source.src}
      srcSet={source.webp ?? source.srcSet}
      sizes={fitting}
      alt={alt}
      width={source.width ?? USUAL_WIDTH}
      height={source.height ?? Math.round(USUAL_WIDTH / box)}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      onLoad={checkWidth}
      onError={markFailed}
    />
  );
  const avif = source.webp ? source.srcSet : source.avif;
  return (
    <picture className={className} style={style}>
      {avif && (
        <source
          className="hidden"
          media={source.avif && PHONE_QUERY}
          type="image/avif"
          srcSet={avif}
          sizes={fitting}
        />
      )}
      {img}
    </picture>
  );
}
