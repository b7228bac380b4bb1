import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FacilityFeatures } from './facility-features.tsx';

const render = (...features: string[]) => renderToStaticMarkup(<FacilityFeatures features={features} />);

test('shows three features and how many more there are', () => {
  const html = render('Stage', 'Lights', 'Parking', 'Kitchen', 'Garden');

  expect(html.match(/<li/g)).toHaveLength(3);
  expect(html).not.toContain('Kitchen');
  expect(html).toContain('+2 more features');
});

test('says nothing of more when there are three or fewer', () => {
  expect(render('Stage', 'Lights', 'Parking')).not.toContain('more');
  expect(render('Stage')).not.toContain('more');
});
