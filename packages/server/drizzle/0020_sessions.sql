CREATE TABLE `responses` (
	`run_id` text NOT NULL,
	`n` integer NOT NULL,
	`agent_id` text NOT NULL,
	`lead_id` text NOT NULL,
	`position` integer NOT NULL,
	`status` text NOT NULL,
	`late` integer DEFAULT 0 NOT NULL,
	`cut` integer DEFAULT 0 NOT NULL,
	`delivery_id` text NOT NULL,
	`message_id` text,
	`error` text,
	`ended_at` text,
	PRIMARY KEY(`run_id`, `n`, `agent_id`)
);
--> statement-breakpoint
CREATE INDEX `idx_responses_open` ON `responses` (`lead_id`,`run_id`,`n`) WHERE "responses"."status" = 'thinking';--> statement-breakpoint
CREATE TABLE `rounds` (
	`run_id` text NOT NULL,
	`n` integer NOT NULL,
	`lead_id` text NOT NULL,
	`session_id` text NOT NULL,
	`group_name` text NOT NULL,
	`ask` text NOT NULL,
	`reason` text NOT NULL,
	`trigger_seq` integer NOT NULL,
	`trigger_message_id` text NOT NULL,
	`opened_seq` integer NOT NULL,
	`opened_at` text NOT NULL,
	`closed` text,
	PRIMARY KEY(`run_id`, `n`)
);
--> statement-breakpoint
CREATE INDEX `idx_rounds_session` ON `rounds` (`lead_id`,`session_id`);--> statement-breakpoint
CREATE TABLE `session_given` (
	`lead_id` text NOT NULL,
	`session_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`lead_id`, `session_id`, `agent_id`)
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`seq` integer NOT NULL,
	`group_name` text NOT NULL,
	`title` text NOT NULL,
	`status` text NOT NULL,
	`active_agents` text NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idx_sessions_lead` ON `sessions` (`lead_id`,`seq`);--> statement-breakpoint
DROP INDEX `idx_group_messages_group`;--> statement-breakpoint
DROP INDEX `idx_group_messages_n`;--> statement-breakpoint
DROP INDEX `idx_group_messages_own`;--> statement-breakpoint
ALTER TABLE `chat_group_messages` ADD `run_id` text;--> statement-breakpoint
ALTER TABLE `chat_group_messages` ADD `round_n` integer;--> statement-breakpoint
ALTER TABLE `chat_group_messages` ADD `round_as` text;--> statement-breakpoint
UPDATE `chat_group_messages` SET `session_id` = 'main' WHERE `session_id` <> 'main';--> statement-breakpoint
CREATE UNIQUE INDEX `idx_group_messages_group` ON `chat_group_messages` (`group_name`,`lead_id`,`session_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `idx_group_messages_n` ON `chat_group_messages` (`group_name`,`lead_id`,`session_id`,`n`);--> statement-breakpoint
CREATE INDEX `idx_group_messages_own` ON `chat_group_messages` (`lead_id`,`group_name`,`session_id`,`n`) WHERE "chat_group_messages"."from_agent_id" = 'human';--> statement-breakpoint
CREATE TABLE `__new_read_marks` (
	`lead_id` text NOT NULL,
	`group_name` text NOT NULL,
	`session_id` text DEFAULT 'main' NOT NULL,
	`reader_id` text NOT NULL,
	`seq` integer NOT NULL,
	`n` integer NOT NULL,
	`last_seen` text NOT NULL,
	PRIMARY KEY(`lead_id`, `group_name`, `session_id`, `reader_id`)
);
--> statement-breakpoint
INSERT INTO `__new_read_marks`("lead_id", "group_name", "session_id", "reader_id", "seq", "n", "last_seen") SELECT "lead_id", "group_name", 'main', "reader_id", "seq", "n", "last_seen" FROM `read_marks`;--> statement-breakpoint
DROP TABLE `read_marks`;--> statement-breakpoint
ALTER TABLE `__new_read_marks` RENAME TO `read_marks`;--> statement-breakpoint
ALTER TABLE `chat_groups` ADD `chat` text;--> statement-breakpoint
CREATE INDEX `idx_rollout_entries_turn` ON `rollout_entries` (`agent_id`,`turn_id`,`n`);