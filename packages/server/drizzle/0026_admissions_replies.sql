CREATE TABLE `admissions` (
	`id` text PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`seq` integer NOT NULL,
	`app_id` text NOT NULL,
	`initiator` text NOT NULL,
	`manager` text NOT NULL,
	`status` text NOT NULL,
	`admitted` text NOT NULL,
	`created_at` text NOT NULL,
	`ended_at` text
);
--> statement-breakpoint
CREATE INDEX `idx_admissions_active` ON `admissions` (`lead_id`,`seq`) WHERE "admissions"."status" = 'active';--> statement-breakpoint
CREATE INDEX `idx_admissions_created` ON `admissions` (`lead_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `invites` (
	`id` text PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`hash` text NOT NULL,
	`role_id` text,
	`uses` integer NOT NULL,
	`used` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text
);
--> statement-breakpoint
CREATE INDEX `idx_invites_lead` ON `invites` (`lead_id`);--> statement-breakpoint
ALTER TABLE `agents` ADD `app` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_group_members` ADD `listed` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_group_messages` ADD `parts` text;--> statement-breakpoint
ALTER TABLE `chat_group_messages` ADD `reply_to` text;--> statement-breakpoint
ALTER TABLE `chat_groups` ADD `admission_id` text;--> statement-breakpoint
ALTER TABLE `chat_groups` ADD `open_history` integer DEFAULT 0 NOT NULL;