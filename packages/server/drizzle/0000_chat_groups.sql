CREATE TABLE `agent_processes` (
	`agent_id` text PRIMARY KEY NOT NULL,
	`pid` integer NOT NULL,
	`start_time` text
);
--> statement-breakpoint
CREATE TABLE `agent_streams` (
	`lead_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`stream` text NOT NULL,
	`offset` integer NOT NULL,
	`safe` integer NOT NULL,
	`done` integer NOT NULL,
	PRIMARY KEY(`agent_id`, `stream`)
);
--> statement-breakpoint
CREATE TABLE `agents` (
	`id` text PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`role_name` text NOT NULL,
	`color` text NOT NULL,
	`driver` text NOT NULL,
	`cwd` text,
	`task` text,
	`ended` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idx_agents_lead` ON `agents` (`lead_id`);--> statement-breakpoint
CREATE TABLE `chat_group_members` (
	`group_name` text NOT NULL,
	`lead_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`added_at` text NOT NULL,
	`joined_seq` integer NOT NULL,
	`position` integer NOT NULL,
	`member_role` text NOT NULL,
	`wake` text NOT NULL,
	PRIMARY KEY(`group_name`, `lead_id`, `agent_id`)
);
--> statement-breakpoint
CREATE TABLE `chat_group_memberships` (
	`lead_id` text NOT NULL,
	`group_name` text NOT NULL,
	`agent_id` text NOT NULL,
	`joined_seq` integer NOT NULL,
	`left_seq` integer,
	`handed_seq` integer NOT NULL,
	PRIMARY KEY(`lead_id`, `group_name`, `agent_id`, `joined_seq`)
);
--> statement-breakpoint
CREATE TABLE `chat_group_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`group_name` text NOT NULL,
	`lead_id` text NOT NULL,
	`from_agent_id` text NOT NULL,
	`from_role` text NOT NULL,
	`content` text NOT NULL,
	`timestamp` text NOT NULL,
	`seq` integer NOT NULL,
	`n` integer NOT NULL,
	`session_id` text NOT NULL,
	`kind` text NOT NULL,
	`mentions` text NOT NULL,
	`client_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idx_group_messages_group` ON `chat_group_messages` (`group_name`,`lead_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `idx_group_messages_n` ON `chat_group_messages` (`group_name`,`lead_id`,`n`);--> statement-breakpoint
CREATE INDEX `idx_group_messages_client` ON `chat_group_messages` (`group_name`,`lead_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `chat_group_reactions` (
	`message_id` text NOT NULL,
	`emoji` text NOT NULL,
	`agent_id` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`message_id`, `emoji`, `agent_id`)
);
--> statement-breakpoint
CREATE TABLE `chat_groups` (
	`name` text NOT NULL,
	`lead_id` text NOT NULL,
	`archived` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`id` text NOT NULL,
	`display_name` text NOT NULL,
	`purpose` text,
	`auto` integer DEFAULT 0 NOT NULL,
	`paused` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`roles` text NOT NULL,
	PRIMARY KEY(`name`, `lead_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idx_chat_groups_id` ON `chat_groups` (`id`);--> statement-breakpoint
CREATE INDEX `idx_chat_groups_lead` ON `chat_groups` (`lead_id`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`seq` integer NOT NULL,
	`at` text NOT NULL,
	`kind` text NOT NULL,
	`wake` integer NOT NULL,
	`group_name` text,
	`content` text NOT NULL,
	`turn_id` text
);
--> statement-breakpoint
CREATE INDEX `idx_deliveries_agent` ON `deliveries` (`agent_id`,`turn_id`,`seq`);--> statement-breakpoint
CREATE TABLE `journal` (
	`lead_id` text NOT NULL,
	`seq` integer NOT NULL,
	`type` text NOT NULL,
	`v` integer NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`cause` text NOT NULL,
	`data` text NOT NULL,
	`batch_id` integer NOT NULL,
	PRIMARY KEY(`lead_id`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `leads` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`parent_id` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `read_marks` (
	`lead_id` text NOT NULL,
	`group_name` text NOT NULL,
	`reader_id` text NOT NULL,
	`seq` integer NOT NULL,
	`n` integer NOT NULL,
	`last_seen` text NOT NULL,
	PRIMARY KEY(`lead_id`, `group_name`, `reader_id`)
);
--> statement-breakpoint
CREATE TABLE `shard` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`epoch` text NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`agent_id` text,
	`expires_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `turns` (
	`id` text PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`seq` integer NOT NULL,
	`at` text NOT NULL,
	`driver` text NOT NULL,
	`parts` text NOT NULL,
	`delivery_ids` text NOT NULL,
	`count` integer NOT NULL,
	`acked` integer DEFAULT 0 NOT NULL,
	`ended` text
);
--> statement-breakpoint
CREATE INDEX `idx_turns_agent` ON `turns` (`agent_id`,`ended`);