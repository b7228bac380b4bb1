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
  /** Seed of a pattern in the institute's colours for a missing image. Without it, the plain pattern shows. */
  seed?: string;
  /** Width divided by height. Default: the ratio of the image if known, else 4 by 3. */
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
const limitWidthOnPhones = (sizes: string) => sizes.replace(/\b100vw$/, '82vw');

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
  const imageElement = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string>();
  const shownSource = src && src !== failed ? src : undefined;

  // The image may have loaded or failed before hydration
  useEffect(() => {
    const { complete, naturalWidth } = imageElement.current ?? {};
    if (shownSource && complete && Number(naturalWidth) < minWidth) setFailed(shownSource);
  }, [shownSource, minWidth]);

  const imageSource = readImageSource(shownSource ?? '');
  const boxRatio =
    ratio ?? (imageSource.width && imageSource.height ? imageSource.width / imageSource.height : USUAL_RATIO);
  const imageBoxStyle = {
    aspectRatio: String(Number(boxRatio.toFixed(4))),
    objectFit: fit,
    // The colour shows only behind an image that fills the box
    backgroundColor: fit === 'cover' ? imageSource.colour : undefined,
  };
  if (!shownSource) {
    return (
      <Pattern
        seed={seed ?? alt}
        palette={seed ? 'institute' : 'sand'}
        cols={8}
        rows={6}
        label={alt}
        className={className}
        style={imageBoxStyle}
      />
    );
  }

  const lightImageBytes = import.meta.env.SSR ? use(LightMode) : null;
  if (lightImageBytes) {
    return (
      <LightImage
        bytesOf={lightImageBytes}
        src={shownSource}
        alt={alt}
        linkedTo={linkedTo}
        className={className}
        style={imageBoxStyle}
      />
    );
  }

  const markFailed = () => setFailed(shownSource);
  const checkLoadedWidth = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    if (currentTarget.naturalWidth < minWidth) markFailed();
  };
  const fittingSizes = imageSource.srcSet && limitWidthOnPhones(sizes);
  const img = (
    <img
      key={shownSource}
      ref={imageElement}
      src={imageSource.src}
      srcSet={imageSource.webp ?? imageSource.srcSet}
      sizes={fittingSizes}
      alt={alt}
      width={imageSource.width ?? USUAL_WIDTH}
      height={imageSource.height ?? Math.round(USUAL_WIDTH / boxRatio)}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      onLoad={checkLoadedWidth}
      onError={markFailed}
    />
  );
  const avifSources = imageSource.webp ? imageSource.srcSet : imageSource.avif;
  return (
    <picture className={className} style={imageBoxStyle}>
      {avifSources && (
        <source
          className="hidden"
          media={imageSource.avif && PHONE_QUERY}
          type="image/avif"
          srcSet={avifSources}
          sizes={fittingSizes}
        />
      )}
      {img}
    </picture>
  );
}
