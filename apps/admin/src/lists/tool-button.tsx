import { Button } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Tooltip } from '@institute/ui/tooltip.tsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

type ToolButtonProps = Omit<ComponentProps<typeof Button>, 'variant'> & {
  icon: LucideIcon;
  label: string;
  isSmallOnPhones?: boolean;
};

/** A button that shows its icon only, where there is no more room beside the search and the filters. */
export const ToolButton = ({ icon: Icon, label, isSmallOnPhones = false, ...props }: ToolButtonProps) => (
  <Tooltip label={label}>
    <Button {...props} variant="outline" className={cx('md:px-3!', isSmallOnPhones && 'max-md:px-3.5!')}>
      <Icon aria-hidden />
      <span className={cx('md:max-2xl:sr-only', isSmallOnPhones && 'max-md:sr-only')}>{label}</span>
    </Button>
  </Tooltip>
);
