import { use } from 'react';
import { readImageSource } from '../image-source.ts';
import { LightMode } from '../light-mode.tsx';
import { LOGO_SIZE, logoPaths } from './logo.ts';

interface LogoMarkProps {
  /** The address of the institute's own logo. Without one, the mark of the product. */
  logo?: string | undefined;
  /** In pixels. A wide logo has this height at most, and a tall one a third more. */
  size?: number;
  /** Largest width of a logo in pixels. */
  widest?: number;
  /** The logo contains the name, so no words stand next to it. */
  alone?: boolean;
  /** Colour behind the mark. */
  ground?: 'paper' | 'ink';
  className?: string | undefined;
}

const HEIGHT_RATIO = 4 / 3;
const PLATE_EDGE = 4;

/** Stored pictures name their average colour over white, so a white logo without a ground is white. */
const isWhite = (colour: string | undefined) => colour !== undefined && /^#(?:f[a-f]){3}$/.test(colour);

/** Hidden from assistive technology, because the name is next to it. */
export function LogoMark({
  logo,
  size = 36,
  alone,
  widest = size * (alone ? 6 : 4),
  ground = 'paper',
  className,
}: LogoMarkProps) {
  if (logo) {
    if (import.meta.env.SSR && use(LightMode)) return null;
    const { src, srcSet, width, height, colour } = readImageSource(logo);
    const ratio = width && height ? width / height : undefined;
    const tall = ratio ? Math.min(size * HEIGHT_RATIO, Math.max(size, size / ratio), widest / ratio) : size;
    const plate = isWhite(colour) ? 'ink' : 'paper';
    const hasPlate = ground === 'ink' ? plate === 'paper' : plate === 'ink';
    const edge = hasPlate ? 2 * PLATE_EDGE : 0;
    const shown = ratio && Math.round(tall * ratio);
    return (
      <img
        src={src}
        srcSet={srcSet}
        sizes={shown ? `${shown}px` : undefined}
        alt=""
        width={shown && shown + edge}
        height={Math.round(tall) + edge}
        className={className}
        style={{
          width: shown ? shown + edge : 'auto',
          height: Math.round(tall) + edge,
          // The name next to it keeps its room
          maxWidth: alone ? '100%' : widest > size ? `min(${widest + edge}px, 40%)` : widest,
          objectFit: 'contain',
          flexShrink: 0,
          ...(hasPlate && {
            padding: PLATE_EDGE,
            borderRadius: 8,
            background: `var(--color-${plate === 'ink' ? 'ink' : 'white'})`,
          }),
        }}
      />
    );
  }
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox={`0 0 ${LOGO_SIZE} ${LOGO_SIZE}`}
      className={className}
      style={{ borderRadius: '25%', flexShrink: 0 }}
    >
      {logoPaths.map(({ fill, d }) => (
        <path key={fill + d} fill={fill} d={d} />
      ))}
    </svg>
  );
}
