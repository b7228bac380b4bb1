import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Pattern } from './pattern/pattern.tsx';
import { pictureSource } from './picture-source.ts';

interface PictureProps {
  src: string | null | undefined;
  alt: string;
  /** How wide it is shown, as in `img`. */
  sizes: string;
  className?: string;
  /** Belongs to the first view: loads at once and first. */
  priority?: boolean;
  /** Another picture to try when this one fails. */
  fallback?: string;
  /** Width by height of the box; that of the picture when left out and known, else 4 by 3. */
  ratio?: number;
  fit?: 'cover' | 'contain';
  /** A narrower picture counts as failed: some hosts answer with a tiny one instead of an error. */
  minWidth?: number;
}

/**
 * A phone's screen is so dense that a picture as wide as it would be fetched twice as large as the eye can
 * tell: four fifths are asked for, which is the 640 px one instead of the 1280 px one.
 */
const lighter = (sizes: string) => sizes.replace(/\b100vw$/, '82vw');

const USUAL_RATIO = 4 / 3;
const USUAL_WIDTH = 1280;

/** An image that keeps its box while it loads, and shows calm cloth in it when it cannot be had. */
export function Picture({
  src,
  alt,
  sizes,
  className,
  priority,
  fallback,
  ratio,
  fit = 'cover',
  minWidth = 1,
}: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const shown = [src, fallback].find((address) => address && !failed.includes(address));

  // the picture may have come or failed before React was listening
  useEffect(() => {
    const { complete, naturalWidth } = image.current ?? {};
    if (shown && complete && Number(naturalWidth) < minWidth) setFailed((before) => [...before, shown]);
  }, [shown, minWidth]);

  const source = pictureSource(shown ?? '');
  const box = ratio ?? (source.width && source.height ? source.width / source.height : USUAL_RATIO);
  const style = {
    aspectRatio: String(Number(box.toFixed(4))),
    objectFit: fit,
    backgroundColor: source.colour,
  };
  if (!shown) {
    return (
      <Pattern seed={alt} palette="sand" cols={8} rows={6} label={alt} className={className} style={style} />
    );
  }

  const fail = () => setFailed((before) => [...before, shown]);
  const check = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    if (currentTarget.naturalWidth < minWidth) fail();
  };
  return (
    <img
      key={shown}
      ref={image}
      src={source.src}
      srcSet={source.srcSet}
      sizes={source.srcSet && lighter(sizes)}
      alt={alt}
      width={source.width ?? USUAL_WIDTH}
      height={source.height ?? Math.round(USUAL_WIDTH / box)}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      className={className}
      style={style}
      onLoad={check}
      onError={fail}
    />
  );
}
