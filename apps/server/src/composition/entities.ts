import type { EntitySchema } from '@mikro-orm/core';
import { AccessLinkEntity } from '../modules/accounts/access-link.entity.ts';
import { AccountEntity } from '../modules/accounts/account.entity.ts';
import { RefreshTokenEntity, SessionEntity } from '../modules/accounts/session.entity.ts';
import { ActivityEntity } from '../modules/activity/activity.entity.ts';
import { AlumnusEntity } from '../modules/alumni/alumnus.entity.ts';
import { CoachEntity } from '../modules/coaches/coach.entity.ts';
import { ContactSubmissionEntity } from '../modules/contact/contact-submission.entity.ts';
import { ContentVersionEntity } from '../modules/content/content-version.entity.ts';
import { DonationEntity } from '../modules/donations/donation.entity.ts';
import { PaymentNoticeEntity } from '../modules/donations/payment-notice.entity.ts';
import { ReceiptCounterEntity } from '../modules/donations/receipt-counter.entity.ts';
import { SandboxPaymentEntity } from '../modules/donations/sandbox-payment.entity.ts';
import { FacilityEntity } from '../modules/facilities/facility.entity.ts';
import { GalleryItemEntity } from '../modules/gallery/gallery-item.entity.ts';
import { IdempotencyKeyEntity } from '../modules/idempotency/idempotency-key.entity.ts';
import { MailEntity } from '../modules/mail/mail.entity.ts';
import { CampaignEntity } from '../modules/newsletter/campaign.entity.ts';
import { DeliveryEntity } from '../modules/newsletter/delivery.entity.ts';
import { SubscriberEntity } from '../modules/newsletter/subscriber.entity.ts';
import { PostEntity } from '../modules/posts/post.entity.ts';
import { ProgramEntity } from '../modules/programs/program.entity.ts';
import { RegistrationEntity } from '../modules/registrations/registration.entity.ts';
import { RegistrationChangeEntity } from '../modules/registrations/registration-change.entity.ts';
import { SiteEntity } from '../modules/site/site.entity.ts';
import { UploadEntity } from '../modules/uploads/upload.entity.ts';

/** The entity of every table. */
export const entities: readonly EntitySchema[] = [
  AccountEntity,
  AccessLinkEntity,
  SessionEntity,
  RefreshTokenEntity,
  ActivityEntity,
  ProgramEntity,
  CoachEntity,
  PostEntity,
  FacilityEntity,
  AlumnusEntity,
  GalleryItemEntity,
  ContentVersionEntity,
  RegistrationEntity,
  RegistrationChangeEntity,
  ContactSubmissionEntity,
  SubscriberEntity,
  CampaignEntity,
  DeliveryEntity,
  SiteEntity,
  UploadEntity,
  IdempotencyKeyEntity,
  DonationEntity,
  ReceiptCounterEntity,
  PaymentNoticeEntity,
  SandboxPaymentEntity,
  MailEntity,
];
