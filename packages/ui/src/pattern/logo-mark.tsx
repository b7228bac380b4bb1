import { use } from 'react';
import { imageSource } from '../image-source.ts';
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

/** Hidden from assistive technology, because the name stands beside it. */
export function LogoMark({ logo, size = 36, widest = size * 2.5, className }: LogoMarkProps) {
  if (logo) {
    if (import.meta.env.SSR && use(LightMode)) return null;
    const { src, srcSet, width = 1, height = 1 } = imageSource(logo);
    const shown = Math.min(widest, Math.round((size * width) / height));
    return (
      <img
        src={src}
        srcSet={srcSet}
        sizes={`${shown}px`}
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
