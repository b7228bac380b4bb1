import { type ComponentProps, createElement } from 'react';

type Shape = readonly [tag: string, attributes: { key?: string; d?: string }];
type IconData = { name: string; node: readonly Shape[] };
type IconProps = Omit<ComponentProps<'svg'>, 'children'> & { size?: number | string };

/**
 * The build replaces lucide's own function with this one, which saves 1 kB on every page. It reads no
 * defaults from a context and renames no attributes.
 */
export default function createIcon({ name, node }: IconData) {
  const shapes = joinPaths(node).map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, className = '', ...props }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 1.75,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        // An icon without a label is next to a text
        'aria-hidden': !props['aria-label'] || undefined,
        ...props,
        className: `lucide-${name} ${className}`.trim(),
      },
      ...shapes,
    );
}

/** A long table has many icons, and draws one path quicker than five. A path may begin relative to 0 0. */
function joinPaths(node: readonly Shape[]): readonly Shape[] {
  const isPlain = ([tag, { key, d, ...others }]: Shape) => tag === 'path' && Object.keys(others).length === 0;
  const paths = node.filter(isPlain);
  if (paths.length < 2) return node;
  const d = paths.map(([, attributes]) => attributes.d).join('M0 0');
  return [['path', { key: 'paths', d }], ...node.filter((shape) => !isPlain(shape))];
}
