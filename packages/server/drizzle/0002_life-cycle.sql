CREATE TABLE `agent_environments` (
	`agent_id` text PRIMARY KEY NOT NULL,
	`values` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `agent_sessions` (
	`agent_id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `direct_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`from_id` text NOT NULL,
	`from_role` text NOT NULL,
	`to_id` text,
	`content` text NOT NULL,
	`timestamp` text NOT NULL,
	`hop` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idx_direct_messages_lead` ON `direct_messages` (`lead_id`,`seq`);--> statement-breakpoint
CREATE TABLE `needs` (
	`id` text PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`kind` text NOT NULL,
	`agent_id` text NOT NULL,
	`text` text NOT NULL,
	`message_id` text,
	`created_at` text NOT NULL,
	`closed_at` text
);
--> statement-breakpoint
CREATE INDEX `idx_needs_lead` ON `needs` (`lead_id`,`closed_at`);--> statement-breakpoint
CREATE TABLE `tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`by` text NOT NULL,
	`text` text NOT NULL,
	`context` text,
	`status` text NOT NULL,
	`summary` text,
	`created_at` text NOT NULL,
	`ended_at` text
);
--> statement-breakpoint
CREATE INDEX `idx_tasks_lead` ON `tasks` (`lead_id`,`status`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_agents` (
	`id` text NOT NULL,
	`lead_id` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`role_name` text NOT NULL,
	`color` text NOT NULL,
	`driver` text NOT NULL,
	`cwd` text,
	`task` text,
	`ended` text,
	`created_at` text NOT NULL,
	`ended_reason` text,
	`created_by` text DEFAULT 'human' NOT NULL,
	PRIMARY KEY(`lead_id`, `id`)
);
--> statement-breakpoint
INSERT INTO `__new_agents`("id", "lead_id", "name", "role", "role_name", "color", "driver", "cwd", "task", "ended", "created_at", "ended_reason", "created_by") SELECT "id", "lead_id", "name", "role", "role_name", "color", "driver", "cwd", "task", "ended", "created_at", NULL, 'human' FROM `agents`;--> statement-breakpoint
DROP TABLE `agents`;--> statement-breakpoint
ALTER TABLE `__new_agents` RENAME TO `agents`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
ALTER TABLE `agent_processes` ADD `tag` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_group_messages` ADD `hop` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `hop` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `leads` ADD `paused` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `shard` ADD `paused` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `turns` ADD `seen` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `turns` ADD `hop` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `turns` ADD `usage` text;