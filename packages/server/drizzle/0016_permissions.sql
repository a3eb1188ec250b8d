CREATE TABLE `permission_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`lead_id` text NOT NULL,
	`role` text,
	`tool_kind` text NOT NULL,
	`prefix` text,
	`action` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idx_permission_rules_lead` ON `permission_rules` (`lead_id`);--> statement-breakpoint
ALTER TABLE `needs` ADD `permission` text;