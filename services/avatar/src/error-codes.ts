import type { ErrorTable } from '@anima/service';

/** What the avatar service refuses beyond what both services share. */
export const avatarErrors = {
  auth_misconfigured: { status: 503, title: 'The authentication of this service is not set up' },
  auth_unavailable: { status: 503, title: 'The authentication server cannot be asked' },
  ticket_expired: { status: 401, title: 'The ticket has expired' },
  job_not_found: { status: 404, title: 'There is no such job' },
  job_finished: { status: 409, title: 'The job is finished' },
  media_not_found: { status: 404, title: 'There is no such file' },
  range_not_satisfiable: { status: 416, title: 'The range lies outside of the file' },
  encoder_missing: { status: 422, title: 'The program that writes this format is missing' },
  encoding_failed: { status: 500, title: 'The sound could not be written' },
  backup_not_found: { status: 404, title: 'There is no such backup' },
  backup_exists: { status: 409, title: 'There is a backup of this name' },
  backup_interrupted: { status: 409, title: 'A file changed while it was backed up' },
  backup_damaged: { status: 422, title: 'The backup is damaged' },
  passphrase_required: { status: 422, title: 'The backup is encrypted' },
  wrong_passphrase: { status: 422, title: 'The passphrase does not open the backup' },
  text_empty: { status: 422, title: 'There is nothing to say in this text' },
  text_not_speakable: { status: 422, title: 'The text holds what no voice here can say' },
  voice_not_found: { status: 422, title: 'There is no such voice' },
  webhook_not_allowed: { status: 422, title: 'Webhooks may not go to this host' },
} as const satisfies ErrorTable;
