import type { EntitySchema } from '@mikro-orm/core';
import { ScheduleEntity } from '../background/schedule.entity.ts';
import { DataKeyEntity } from '../crypto/sealed-columns.ts';
import {
  AccessLinkEntity,
  AccountEntity,
  RecoveryCodeEntity,
  RefreshTokenEntity,
  SessionEntity,
  SignInRuleEntity,
} from '../modules/accounts/account.entity.ts';
import { ActivityEntity } from '../modules/activity/activity.entity.ts';
import { ApiKeyEntity } from '../modules/api-keys/api-key.entity.ts';
import { CertificateEntity } from '../modules/certificates/certificate.entity.ts';
import { SigningKeyEntity } from '../modules/certificates/signing-key.entity.ts';
import { ChargeEntity } from '../modules/charges/charge.entity.ts';
import { ContactMessageEntity } from '../modules/contact-messages/contact-message.entity.ts';
import { ContentVersionEntity } from '../modules/content/content-version.entity.ts';
import { FirstStepsEntity } from '../modules/dashboard/first-steps.entity.ts';
import { DonationEntity } from '../modules/donations/donation.entity.ts';
import { CashClosingEntity, FeeMovementEntity, FeePartEntity } from '../modules/fees/fee-ledger.entity.ts';
import { OnlineFeeEntity } from '../modules/fees/online-fee.entity.ts';
import { FingerprintKeyEntity } from '../modules/fingerprints/fingerprint-key.entity.ts';
import { IdempotencyKeyEntity } from '../modules/idempotency/idempotency-key.entity.ts';
import { BackupEntity } from '../modules/installation/backup.entity.ts';
import { FailedStartEntity } from '../modules/installation/failed-start.entity.ts';
import { CampaignEntity, DeliveryEntity, SubscriberEntity } from '../modules/newsletter/newsletter.entity.ts';
import { OutgoingMessageEntity } from '../modules/outbox/outgoing-message.entity.ts';
import { SmsNumberEntity } from '../modules/outbox/sms-number.entity.ts';
import { SmsReportEntity } from '../modules/outbox/sms-report.entity.ts';
import { PaymentNoticeEntity, SandboxPaymentEntity } from '../modules/payments/payment.entity.ts';
import { ErasureEntity } from '../modules/privacy/erasure.entity.ts';
import { NumberSeriesEntity } from '../modules/proofs/number-series.entity.ts';
import {
  RegistrationChangeEntity,
  RegistrationEntity,
} from '../modules/registrations/registration.entity.ts';
import { LegalVersionEntity, SiteEntity } from '../modules/site/site.entity.ts';
import { IncomingSmsEntity } from '../modules/sms-inbox/incoming-sms.entity.ts';
import { WrongTryEntity } from '../modules/throttling/wrong-try.entity.ts';
import { UploadEntity, UploadQuotaEntity } from '../modules/uploads/upload.entity.ts';
import { WebhookDeliveryEntity, WebhookEntity } from '../modules/webhooks/webhook.entity.ts';
import { resources } from './resources.ts';

export const entities: readonly EntitySchema[] = [
  ...resources.map(({ entity }) => entity as EntitySchema),
  AccountEntity,
  AccessLinkEntity,
  SessionEntity,
  RecoveryCodeEntity,
  SignInRuleEntity,
  RefreshTokenEntity,
  ActivityEntity,
  ApiKeyEntity,
  BackupEntity,
  FailedStartEntity,
  ContentVersionEntity,
  RegistrationEntity,
  RegistrationChangeEntity,
  ChargeEntity,
  FeeMovementEntity,
  FeePartEntity,
  CashClosingEntity,
  OnlineFeeEntity,
  ContactMessageEntity,
  CertificateEntity,
  SigningKeyEntity,
  SubscriberEntity,
  CampaignEntity,
  DeliveryEntity,
  FingerprintKeyEntity,
  SiteEntity,
  FirstStepsEntity,
  LegalVersionEntity,
  UploadEntity,
  UploadQuotaEntity,
  IdempotencyKeyEntity,
  DonationEntity,
  NumberSeriesEntity,
  PaymentNoticeEntity,
  SandboxPaymentEntity,
  OutgoingMessageEntity,
  SmsReportEntity,
  IncomingSmsEntity,
  SmsNumberEntity,
  ErasureEntity,
  WrongTryEntity,
  WebhookEntity,
  WebhookDeliveryEntity,
  ScheduleEntity,
  DataKeyEntity,
];
