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
const PLATE_EDGE_PX = 4;

/**
 * True for a white logo. The URL of a stored picture names its average colour over white, so a white logo on
 * a transparent ground counts as white.
 */
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
    const widthToHeightRatio = width && height ? width / height : undefined;
    const shownHeight = widthToHeightRatio
      ? Math.min(size * HEIGHT_RATIO, Math.max(size, size / widthToHeightRatio), widest / widthToHeightRatio)
      : size;
    const plateColour = isWhite(colour) ? 'ink' : 'paper';
    const hasPlate = ground === 'ink' ? plateColour === 'paper' : plateColour === 'ink';
    const plateEdges = hasPlate ? 2 * PLATE_EDGE_PX : 0;
    const shownWidth = widthToHeightRatio && Math.round(shownHeight * widthToHeightRatio);
    return (
      <img
        src={src}
        srcSet={srcSet}
        sizes={shownWidth ? `${shownWidth}px` : undefined}
        alt=""
        width={shownWidth && shownWidth + plateEdges}
        height={Math.round(shownHeight) + plateEdges}
        className={className}
        style={{
          width: shownWidth ? shownWidth + plateEdges : 'auto',
          height: Math.round(shownHeight) + plateEdges,
          // Leaves room for the name next to the logo
          maxWidth: alone ? '100%' : widest > size ? `min(${widest + plateEdges}px, 40%)` : widest,
          objectFit: 'contain',
          flexShrink: 0,
          ...(hasPlate && {
            padding: PLATE_EDGE_PX,
            borderRadius: 8,
            background: `var(--color-${plateColour === 'ink' ? 'ink' : 'white'})`,
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
