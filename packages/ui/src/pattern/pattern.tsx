import type { CSSProperties } from 'react';
import { drawPatternLayers, TILE_SIZE } from './geometry.ts';
import { type PaletteName, palettes } from './palette.ts';

interface PatternProps {
  seed: string;
  palette?: PaletteName;
  cols: number;
  rows: number;
  /** Alternative text. Without it the pattern is decoration. */
  label?: string;
  className?: string;
  style?: CSSProperties;
}

/** The seed determines the pattern. Fills its box like `object-fit: cover`, with whole tiles at the left. */
export function Pattern({ seed, palette = 'institute', cols, rows, label, className, style }: PatternProps) {
  const { base, grounds, shapes } = drawPatternLayers({ seed, palette: palettes[palette], cols, rows });

  return (
    <svg
      aria-hidden={label ? undefined : true}
      role={label && 'img'}
      aria-label={label}
      viewBox={`0 0 ${cols * TILE_SIZE} ${rows * TILE_SIZE}`}
      preserveAspectRatio="xMinYMid slice"
      fillRule="evenodd"
      data-cloth={palette}
      className={className}
      style={style}
    >
      <path fill={base} d={`M0 0h${cols * TILE_SIZE}v${rows * TILE_SIZE}H0z`} />
      <g shapeRendering="crispEdges">
        {grounds.map(({ fill, d }) => (
          <path key={fill} fill={fill} d={d} />
        ))}
      </g>
      {shapes.map(({ fill, d }) => (
        <path key={fill} fill={fill} d={d} />
      ))}
    </svg>
  );
}

interface PatternBandProps {
  image: string;
}

export function PatternBand({ image }: PatternBandProps) {
  return (
    <div
      aria-hidden
      data-band
      style={{ height: 18, background: `url("${image}") 50% 0 / auto 100% repeat-x` }}
    />
  );
}
