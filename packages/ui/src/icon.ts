import { type ComponentProps, createElement } from 'react';

type IconData = { name: string; node: readonly (readonly [tag: string, attributes: object])[] };
type IconProps = Omit<ComponentProps<'svg'>, 'children'> & { size?: number | string };

/**
 * The build replaces lucide's own function with this one, which saves 1 kB on every page. It reads no
 * defaults from a context and renames no attributes.
 */
export default function createIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
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
        // An icon without a label stands beside a text
        'aria-hidden': !props['aria-label'] || undefined,
        ...props,
        className: `lucide-${name} ${className}`.trim(),
      },
      ...shapes,
    );
}
