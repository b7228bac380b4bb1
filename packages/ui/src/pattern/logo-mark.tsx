import { LOGO_SIZE, logoPaths } from './logo.ts';

interface LogoMarkProps {
  size?: number;
  className?: string;
}

/** Hidden from assistive technology, because the name stands beside it. */
export function LogoMark({ size = 36, className }: LogoMarkProps) {
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
