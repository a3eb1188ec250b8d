CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`group_name` text NOT NULL,
	`session_id` text NOT NULL,
	`seq` integer NOT NULL,
	`status` text NOT NULL,
	`progress` text NOT NULL,
	`data` text NOT NULL,
	`started_at` text NOT NULL,
	`ended_at` text,
	`parent_run_id` text
);
--> statement-breakpoint
CREATE INDEX `idx_runs_live` ON `runs` (`lead_id`,`seq`) WHERE "runs"."status" <> 'ended';--> statement-breakpoint
CREATE INDEX `idx_runs_session` ON `runs` (`session_id`,`seq`);--> statement-breakpoint
CREATE INDEX `idx_runs_started` ON `runs` (`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `idx_runs_live_started` ON `runs` (`started_at`,`id`) WHERE "runs"."status" <> 'ended';--> statement-breakpoint
CREATE INDEX `idx_runs_lead` ON `runs` (`lead_id`,`started_at`,`id`);--> statement-breakpoint
DROP INDEX `idx_responses_open`;--> statement-breakpoint
ALTER TABLE `responses` ADD `done` integer;--> statement-breakpoint
ALTER TABLE `responses` ADD `decision` text;--> statement-breakpoint
ALTER TABLE `responses` ADD `usage` text;--> statement-breakpoint
ALTER TABLE `responses` ADD `child` text;--> statement-breakpoint
ALTER TABLE `responses` ADD `so_far` text;--> statement-breakpoint
CREATE INDEX `idx_responses_open` ON `responses` (`lead_id`,`run_id`,`n`) WHERE "responses"."status" in ('thinking', 'nested');--> statement-breakpoint
ALTER TABLE `needs` ADD `turn` text;--> statement-breakpoint
ALTER TABLE `rounds` ADD `discussion_id` text;--> statement-breakpoint
ALTER TABLE `rounds` ADD `discussion_n` integer;--> statement-breakpoint
CREATE INDEX `idx_rounds_discussion` ON `rounds` (`discussion_id`,`n`) WHERE "rounds"."discussion_id" is not null;--> statement-breakpoint
ALTER TABLE `sessions` ADD `run_id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `parent` text;