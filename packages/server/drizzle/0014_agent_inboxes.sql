CREATE TABLE `agent_inboxes` (
	`lead_id` text NOT NULL,
	`agent_id` text NOT NULL,
	`up_to` integer DEFAULT 0 NOT NULL,
	`skipped` text DEFAULT '[]' NOT NULL,
	`hop` integer DEFAULT 0 NOT NULL,
	`turn_seq` integer DEFAULT 0 NOT NULL,
	`turns_in_chain` integer DEFAULT 0 NOT NULL,
	`in_hand_to` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`lead_id`, `agent_id`)
);
--> statement-breakpoint
CREATE INDEX `idx_rollout_entries_given` ON `rollout_entries` (`lead_id`,`at`) WHERE "rollout_entries"."kind" = 'prompt';