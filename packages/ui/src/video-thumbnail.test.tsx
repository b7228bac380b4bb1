import { defaultVideoThumbnail } from '@institute/contract/video';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { VideoThumbnail } from './video-thumbnail.tsx';

const video = { alt: 'Graduation', sizes: '50vw', videoUrl: 'https://videos.example/film.mp4' };
const shown = () => screen.getByRole('img', { name: 'Graduation' });

test.each([
  ['none', null],
  ['the stored default', defaultVideoThumbnail],
])('a video with %s as its picture wears the colours of the institute', (_, src) => {
  render(<VideoThumbnail {...video} src={src} />);
  expect(shown().tagName).toBe('svg');
  expect(shown().outerHTML).toContain('var(--color-green-ground)');
  expect(shown().outerHTML).not.toContain(defaultVideoThumbnail);
});

test('so does one whose host has no picture, and each video has a cloth of its own', () => {
  const { container, rerender } = render(
    <VideoThumbnail {...video} src={null} videoUrl="https://youtu.be/abcdefghijk" />,
  );
  fireEvent.error(shown());
  const cloth = container.querySelector('svg')?.innerHTML;
  expect(cloth).toContain('var(--color-green-ground)');
  rerender(<VideoThumbnail {...video} src={null} />);
  expect(container.querySelector('svg')?.innerHTML).not.toBe(cloth);
});
