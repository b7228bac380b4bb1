import { isWithoutCountryCode, toDialledNumber } from '@institute/contract/phone';
import { useSite } from '../../api/context.ts';

/** Calling codes of the numbers that get SMS. */
export const useSmsCodes = (): readonly string[] => useSite().smsCallingCodes ?? [];

export const canPhoneGetSms = (codes: readonly string[], phone: string): boolean =>
  !isWithoutCountryCode(phone) && codes.some((code) => toDialledNumber(phone).startsWith(code));
