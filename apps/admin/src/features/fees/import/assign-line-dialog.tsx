import { feeAssignment } from '@institute/contract';
import { sumAmounts } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { SubmitDialog } from '../../../forms/form-dialog.tsx';
import { useSchemaForm } from '../../../forms/schema-form.ts';
import { PartsField, type Share, type ShareValues, toPaymentParts } from '../parts-field.tsx';

type AssignLineDialogProps = {
  line: number;
  amount: number;
  chosen: Share[];
  onSave: (shares: Share[]) => void;
  onClose: () => void;
};

export function AssignLineDialog({ line, amount, chosen, onSave, onClose }: AssignLineDialogProps) {
  const wholeAmountSchema = feeAssignment
    .pick({ parts: true })
    .refine(({ parts }) => sumAmounts(parts) === amount, {
      path: ['parts'],
      message: `Together the parts are ${formatLocalMoney(amount)}`,
    });
  const form = useSchemaForm(wholeAmountSchema, { shares: chosen, parts: [] }, ({ shares }: ShareValues) => ({
    parts: toPaymentParts(shares, amount),
  }));
  const saveAssignment = form.handleSubmit(() => {
    onSave(form.getValues('shares'));
    onClose();
  });
  return (
    <SubmitDialog
      title={`Assign Line ${line}`}
      description={`${formatLocalMoney(amount)}. Nothing is stored yet.`}
      form={form}
      onSubmit={saveAssignment}
      submitLabel="Assign"
      onClose={onClose}
    >
      <PartsField />
    </SubmitDialog>
  );
}
