"""The effect language of Event cards. Cards are data, composed of small effects; a few are functions."""
