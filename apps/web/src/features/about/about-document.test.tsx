import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AboutDocument } from './about-page.tsx';

test('shows a message in a box of 600 px when there is no document', () => {
  const { container } = render(<AboutDocument url="" />);

  const text = screen.getByText('The document is not available yet.');
  expect(text.closest('.h-\\[600px\\]')).toBeTruthy();
  expect(container.querySelector('iframe')).toBeNull();
});

test('shows a document in a box of 600 px, loaded when it comes into view', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const { container } = render(<AboutDocument url="https://files.example/about.pdf" />);

  const viewer = container.querySelector('iframe');
  expect(viewer?.getAttribute('src')).toBe('https://files.example/about.pdf');
  expect(viewer?.classList).toContain('h-[600px]');
  expect(viewer?.getAttribute('loading')).toBe('lazy');
});
