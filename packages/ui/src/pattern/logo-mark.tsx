import { use } from 'react';
import { imageSource, narrowedImage } from '../image-source.ts';
import { LightMode } from '../light-mode.tsx';
import { LOGO_SIZE, logoPaths } from './logo.ts';

interface LogoMarkProps {
  /** The address of the institute's own logo. Without one, the mark of the product. */
  logo?: string | undefined;
  size?: number;
  /** The widest that a logo may become, in pixels. */
  widest?: number;
  className?: string;
}

const STORED_WIDTH = 320;

/** Hidden from assistive technology, because the name stands beside it. */
export function LogoMark({ logo, size = 36, widest = size * 2.5, className }: LogoMarkProps) {
  if (logo) {
    if (import.meta.env.SSR && use(LightMode)) return null;
    const { width = 1, height = 1 } = imageSource(logo);
    const shown = Math.min(widest, Math.round((size * width) / height));
    return (
      <img
        src={narrowedImage(logo, STORED_WIDTH)}
        alt=""
        width={shown}
        height={size}
        className={className}
        style={{ height: size, flexShrink: 0 }}
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
