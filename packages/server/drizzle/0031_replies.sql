CREATE INDEX `idx_group_messages_replies` ON `chat_group_messages` (`group_name`, `lead_id`, json_extract(`reply_to`, '$.id')) WHERE `reply_to` is not null;
