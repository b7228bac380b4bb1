import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { type ButtonLook, makeButtonClass } from './button.tsx';

function ButtonAnchor({ variant, size, className, ...props }: ComponentProps<'a'> & ButtonLook) {
  return <a {...props} className={makeButtonClass({ variant, size, className })} />;
}

export const ButtonLink = createLink(ButtonAnchor);
